// The bounds of all sizes that come from an address, a file or a program.
export const MOST = {
  /** Bytes of a text: of a file, an input, or a program's output. judge/web/app.py has the same. */
  text: 16 * 2 ** 20,
  /** Characters that an editor holds; of a longer text it shows a part. */
  edited: 2 ** 19,
  /** Bytes of a game in an address. */
  address: 2 ** 15,
  /** Pieces in which the output of a running program comes. */
  pieces: 20_000,
  /** Bytes of a program's standard error that are kept. */
  errors: 2 ** 20,
  /** Characters that name what a program needs and a browser lacks. */
  cannot: 1000,
};
