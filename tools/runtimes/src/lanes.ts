/** One thing to find out: its name in the report, and what is wrong. Rejecting is an objection, too. */
export interface Question {
  readonly name: string;
  ask(): Promise<readonly string[]>;
}

/** The objections to one question; none when all is well. */
export interface Answer {
  readonly name: string;
  readonly objections: readonly string[];
}

/** Asks all questions, `width` at a time, and tells each answer when it is there. */
export async function askAll(questions: readonly Question[], tell: (answer: Answer) => void, width = 2): Promise<void> {
  const waiting = [...questions];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      tell({ name: next.name, objections: await objectionsTo(next) });
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}

async function objectionsTo(question: Question): Promise<readonly string[]> {
  try {
    return await question.ask();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
