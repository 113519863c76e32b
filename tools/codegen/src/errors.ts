/**
 * Does `work`, and puts the subject in front of the message of an error, so that its reader knows where to look. The
 * subject may be a function where finding it takes time.
 */
export function naming<Value>(subject: string | (() => string), work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const name = typeof subject === "string" ? subject : subject();
    if (!(error instanceof Error) || names(error.message, name)) throw error;
    throw new Error(`${name}: ${error.message}`, { cause: error });
  }
}

/** Whether a message has the name as a whole: `unitsGetHistory` does not name `unitsGet`. */
function names(message: string, name: string): boolean {
  const escaped = name.replaceAll(/\W/g, "\\$&");
  return new RegExp(`(?<!\\w)${escaped}(?!\\w)`).test(message);
}
