/** The page while the console is being built. It loads itself again every two seconds. */
export const buildingPage = waitingPage({
  title: 'The console is being built',
  text: 'This happens once after each upgrade and takes a few seconds. The page then opens automatically.',
  head: '<meta http-equiv="refresh" content="2">',
  sign: '<p class="bar" role="progressbar" aria-label="Building"></p>'
})

/** The page if the build has failed. */
export const failedPage = waitingPage({
  title: 'The console could not be built',
  text: 'The cause is in the log of the service. Correct it, then restart the service. The API is not affected.',
  head: '',
  sign: ''
})

function waitingPage(page: { title: string; text: string; head: string; sign: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${page.head}
<title>${page.title}</title>
<style nonce="CSP_NONCE">
:root { color-scheme: light dark; --text: light-dark(#17201e, #e8ecea); --soft: light-dark(#56635f, #a3b0ab);
  --accent: light-dark(#0b6b5c, #4cc3ac); --ground: light-dark(#f6f8f7, #141918) }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground);
  color: var(--text); font: 16px/1.6 system-ui, sans-serif }
main { max-width: 30rem; padding: 2rem }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.3 }
p { margin: 0 0 1rem; color: var(--soft) }
a { color: var(--accent) }
.bar { height: 4px; border-radius: 2px; overflow: hidden; background: color-mix(in srgb, var(--accent) 20%, transparent) }
.bar::before { content: ""; display: block; width: 40%; height: 100%; border-radius: 2px; background: var(--accent);
  animation: move 2s ease-in-out infinite alternate }
@keyframes move { from { transform: translateX(0) } to { transform: translateX(150%) } }
@media (prefers-reduced-motion: reduce) { .bar::before { animation: none } }
</style>
</head>
<body>
<main>
<h1>${page.title}</h1>
<p>${page.text}</p>
${page.sign}
<p><a href="/docs/">Documentation</a></p>
</main>
</body>
</html>
`
}
