/** Does something first when a generator is left: its own `return()` waits for the step under way. */
export function onReturn<T>(
  steps: AsyncGenerator<T, void, undefined>,
  end: () => void,
): AsyncGenerator<T, void, undefined> {
  const leave = steps.return.bind(steps);
  steps.return = (value) => {
    end();
    return leave(value);
  };
  return steps;
}
