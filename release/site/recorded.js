// Answers the window's page from a recording if there is no server.
(() => {
  const load = window.fetch.bind(window);
  const recording = load('answers.json').then((answer) => answer.json());
  const NOT_HERE = {
    code: 'DEMO',
    message: 'This is a recorded month. Nothing is read, changed or sent here.',
    remedy: 'Run `npx paytally demo` to try it with everything at work.',
    record: null,
  };
  const refused = () => Response.json({ error: NOT_HERE }, { status: 422 });

  /** Sends one event and keeps the stream open: the page would keep requesting a stream that ended. */
  const silence = ({ event }) =>
    new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(event)) }));

  window.fetch = async (address, { method = 'GET' } = {}) => {
    const { pathname, searchParams } = new URL(address, location.origin);
    if (method !== 'GET') return refused();
    searchParams.sort();
    const answers = await recording;
    if (pathname === '/api/events') return silence(answers[pathname]);
    const kept =
      answers[searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`] ?? answers[pathname];
    if (kept === undefined) return refused();
    if (kept.json !== undefined) return Response.json(kept.json);
    const file = await load(kept.file);
    return new Response(await file.blob(), { headers: { 'content-type': kept.type } });
  };
})();
