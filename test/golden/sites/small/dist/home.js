const base = new URL('.', import.meta.url).href;
const workers = navigator.serviceWorker;
const isAnswered = () => fetch(base + 'api/v2/').then((answer) => answer.json()).then(() => true, () => false);
const say = (text) => { document.getElementById('state').textContent = text; };
try {
  if (!(await isAnswered())) {
    await workers.register(base + 'sw.js');
    if (!workers.controller) await new Promise((resolve) => { workers.oncontrollerchange = resolve; });
    if (!(await isAnswered())) throw new Error('The service worker has no packs.');
  }
  const isHere = Boolean(workers && workers.controller);
  say(isHere ? 'This browser now answers the API itself, every query included.' : 'This host answers the API.');
} catch {
  say('This host only sends files: it answers no queries.');
}
