import type { Language } from '../../contract/session.ts'
import { type TestSession, testChoices } from './test-session.ts'
import { testTexts } from './test-texts.ts'

/** The test provider's page: plain HTML without script, one button for everything that can happen to a payment. */
export function testPage(session: TestSession | null, language: Language): string {
  const texts = testTexts[language]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg">
<title>${texts.title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${texts.title}</h1>
<p class="warning" role="note"><strong>${texts.warning}</strong></p>
${session ? details(session, language) : `<p role="status">${texts.unknown}</p>`}
</main>
</body>
</html>
`
}

function details(session: TestSession, language: Language): string {
  const texts = testTexts[language]
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(
    session.amountCents / 100,
  )
  const facts = `<dl><dt>${texts.amount}</dt><dd>${escaped(money)}</dd><dt>${texts.reference}</dt><dd>${escaped(session.reference)}</dd></dl>`
  if (session.state !== 'open') {
    return `${facts}
<p role="status">${texts.states[session.state]}</p>
<p><a href="${escaped(session.returnUrl)}">${texts.onward}</a></p>`
  }
  const buttons = testChoices.map(
    (choice) => `<button name="choice" value="${choice}">${texts.choices[choice]}</button>`,
  )
  return `${facts}
<form method="post">
${buttons.join('\n')}
</form>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1.5rem 1rem; background: light-dark(#f5f5f5, #1a1a1a); color: light-dark(#1a1a1a, #f0f0f0); }
main { max-width: 28rem; margin: 0 auto; padding: 1.5rem; border-radius: .75rem; background: light-dark(#fff, #262626); }
h1 { margin: 0 0 1rem; font-size: 1.5rem; }
.warning { margin: 0 0 1rem; padding: .75rem 1rem; border: 2px dashed light-dark(#8a5a00, #ffc34d); border-radius: .5rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0 0 1.5rem; }
dd { margin: 0; overflow-wrap: anywhere; font-weight: 600; }
form { display: grid; gap: .75rem; }
button { min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid currentColor; border-radius: .5rem; background: none; color: inherit; font: inherit; cursor: pointer; }
button:first-of-type { background: light-dark(#1a1a1a, #f0f0f0); color: light-dark(#fff, #1a1a1a); }
a { color: inherit; }
:focus-visible { outline: 3px solid light-dark(#0b57d0, #8ab4f8); outline-offset: 2px; }
`
