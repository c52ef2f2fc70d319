/** The time of an application under test: the real one, and a test moves it on. */
export function clock() {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    pass: (minutes: number) => {
      ahead += minutes * 60_000;
    },
  };
}
