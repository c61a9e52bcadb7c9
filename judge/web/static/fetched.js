// Fetches the files of the page.

/** Fetch a file; an error names it. */
export async function fetched(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
  return answer;
}

/** Do the same with a file of JSON; return its value. */
export const parsed = async (name) => (await fetched(name)).json().catch((error) => Promise.reject(new Error(`${name}: ${error.message}`)));
