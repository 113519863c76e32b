import { describeRule } from "../describe-rule.ts";

const plain = "#/components/schemas/Plain";
const names = "is a list of keywords of the same object, each of them once";

describeRule("designed-keywords", [
  ["#/info/x-designed-note", "`x-designed-note` is a text of whole sentences."],
  ["/units/status/get/x-designed", "`x-designed` names `security`, which is not there."],
  ["/units/status/get/x-documented", "`x-documented` gives a value of `deprecated`, which `x-designed` does not list."],
  ["/units/status/get/x-designed-note", "`x-designed-note` stands beside a documented `description` only."],
  [`${plain}/x-documented`, `\`x-documented\` ${names}, or a map of their documented values.`],
  [
    `${plain}/x-designed-note`,
    "The description of a schema is designed unless `x-documented` lists it: write `x-designed-note` into `description`.",
  ],
  [`${plain}/properties/id/x-designed`, `\`x-designed\` ${names}.`],
  [`${plain}/properties/name/x-designed`, `\`x-designed\` ${names}.`],
  [`${plain}/properties/text/x-documented`, "`x-documented` names `pattern`, which is not there."],
  [`${plain}/properties/text/x-designed-note`, "`x-designed-note` is a text of whole sentences."],
  [
    `${plain}/properties/word/x-documented`,
    "`maxLength` is in `x-designed` and in `x-documented`: keep it in one of them.",
  ],
  [`${plain}/properties/thing/x-designed`, "`x-designed` names `title`, which is not there."],
  [
    "#/components/schemas/Opaque/properties/id/x-designed",
    "`x-designed` says nothing inside of what is designed: remove it.",
  ],
  ["/units/other/get/x-designed", "`x-designed` says nothing inside of what is designed: remove it."],
  ["/units/other/get/x-designed-note", "`x-designed-note` says nothing inside of what is designed: remove it."],
]);
