import { describeRule } from "../describe-rule.ts";

describeRule("operation-id", [
  [
    "/units/swap_sim/get/operationId",
    "`units_swap_sim` is not camelCase: a word begins with one capital letter and goes on in small ones.",
  ],
  [
    "/vehicle_groups/status/get/operationId",
    "`vehicleStatus` must begin with its resource group and go on with a method: `vehicleGroups…`.",
  ],
  ["/raw/status/get/operationId", "`raw` is no resource group: every client has a member of this name."],
  ["/units/then/get/operationId", "`then` has a meaning of its own in JavaScript: choose another method."],
  [
    "/units/listing/get/operationId",
    "GET /units/listing is a standard operation: its id is `unitsListing`, not `unitsList`.",
  ],
  [
    "/units/listing/client/{client_id}/get/operationId",
    "GET /units/listing/client/{client_id} is a standard operation: its id is `unitsListingByClient`, not `unitsListingClient`.",
  ],
  [
    "/units/un_lock/get/operationId",
    "`unitsUnLock` is taken: another operation has `unitsUnlock`, and capitals do not count.",
  ],
]);
