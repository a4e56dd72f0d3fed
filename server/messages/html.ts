const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, including attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? '')
}

export interface Letter {
  readonly language: string
  readonly title: string
  readonly sender: string
  readonly greeting: string
  readonly lines: readonly string[]
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly link: { readonly text: string; readonly address: string }
  readonly sentBy: string
  /** Null = nobody can switch off such mails. */
  readonly settings: { readonly text: string; readonly address: string } | null
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"

/** Renders a mail as HTML that any mail client shows: one column, no pictures, nothing loaded from elsewhere. */
export function letterHtml(letter: Letter): string {
  const say = escapeHtml
  const facts = letter.facts
    .map(
      ([name, value]) =>
        `<tr><th scope="row" style="text-align:left;font-weight:400;color:#5a6270;padding:4px 16px 4px 0;vertical-align:top">${say(name)}</th><td style="padding:4px 0">${say(value)}</td></tr>`,
    )
    .join('')
  const settings =
    letter.settings === null
      ? ''
      : ` <a href="${say(letter.settings.address)}" style="color:#5a6270">${say(letter.settings.text)}</a>`
  return `<!doctype html>
<html lang="${say(letter.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${say(letter.title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f2f4f7;color:#1b1f27;${font};font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #dde1e8;border-radius:12px;padding:24px">
<p style="margin:0 0 16px;color:#5a6270;font-size:14px">${say(letter.sender)}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${say(letter.title)}</h1>
<p>${say(letter.greeting)}</p>
${letter.lines.map((line) => `<p>${say(line)}</p>`).join('\n')}
${facts === '' ? '' : `<table style="border-collapse:collapse;margin:16px 0">${facts}</table>`}
<p style="margin:24px 0 0"><a href="${say(letter.link.address)}" style="display:inline-block;background:#1b1f27;color:#ffffff;text-decoration:none;border-radius:8px;padding:12px 20px">${say(letter.link.text)}</a></p>
</div>
<p style="max-width:560px;margin:16px auto 0;color:#5a6270;font-size:13px">${say(letter.sentBy)}${settings}</p>
</body></html>`
}
