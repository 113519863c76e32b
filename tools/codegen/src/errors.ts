/**
 * Does `work`, and puts the subject in front of the message of an error, so that its reader knows where to look. The
 * subject may be a function where finding it takes time.
 */
export function naming<Value>(subject: string | (() => string), work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    const name = typeof subject === "string" ? subject : subject();
    if (!(error instanceof Error) || error.message.includes(name)) throw error;
    throw new Error(`${name}: ${error.message}`, { cause: error });
  }
}
