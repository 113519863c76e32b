import fc from "fast-check";

/** Letters whose case, order or form depends on a locale, on their place, or on how they are composed. */
const letters = [
  ..."aAbBzZ iIıİßẞſsSσςΣжЖьЬéÉåÅñÑøØǆǅǄﬁ가각漢🚚👩🏽‍🔧½ªK‐_%1٣",
  "e\u0301",
  "J\u030c",
  "\u01f0",
  "\u0301",
  "\u0323",
  "\u0307",
];

/** Strings of such letters in Normalization Form C, as the service gets them. */
export const letterStrings = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 6 })
  .map((text) => text.normalize("NFC"));
