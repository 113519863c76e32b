/** The call itself is wrong and nothing was sent. Its message is ours and quotes no value. */
export class InvalidRequest extends TypeError {}
