import { describeRule } from "../describe-rule.ts";

describeRule("unit-suffix", [
  [
    "/units/status/get/parameters/0/schema",
    "The number `within` must end in its unit: _m, _mm, _s, _days, _kmh, _l, _l_per_100km, _kwh, _kwh_per_100km, _kw, _cc, _kg, _percent, _deg, _c, _v. If it measures nothing, list it under `plain`.",
  ],
  [
    "#/components/schemas/Record/properties/speed",
    "The number `speed` must end in its unit: _m, _mm, _s, _days, _kmh, _l, _l_per_100km, _kwh, _kwh_per_100km, _kw, _cc, _kg, _percent, _deg, _c, _v. If it measures nothing, list it under `plain`.",
  ],
  [
    "#/components/schemas/Record/properties/altitude_ft",
    "The number `altitude_ft` must end in its unit: _m, _mm, _s, _days, _kmh, _l, _l_per_100km, _kwh, _kwh_per_100km, _kw, _cc, _kg, _percent, _deg, _c, _v. If it measures nothing, list it under `plain`.",
  ],
  [
    "#/components/schemas/Record/properties/fuel_level",
    "The number `fuel_level` must end in its unit: _m, _mm, _s, _days, _kmh, _l, _l_per_100km, _kwh, _kwh_per_100km, _kw, _cc, _kg, _percent, _deg, _c, _v. If it measures nothing, list it under `plain`.",
  ],
  [
    "#/components/schemas/Record/properties/readings",
    "The number `readings` must end in its unit: _m, _mm, _s, _days, _kmh, _l, _l_per_100km, _kwh, _kwh_per_100km, _kw, _cc, _kg, _percent, _deg, _c, _v. If it measures nothing, list it under `plain`.",
  ],
  [
    "#/components/schemas/Record/properties/distance_m",
    "`distance_m` ends in a unit, so it must be a number, not a string.",
  ],
]);
