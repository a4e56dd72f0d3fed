import { contactParts } from './contact-parts.ts'
import classes from './contact-text.module.css'

/** What a site says about how to reach its people: telephone numbers and e-mail addresses are links. */
export function ContactText({ children }: { children: string }) {
  return (
    <span className={classes.text}>
      {contactParts(children).map(({ text, href }, at) =>
        href === undefined ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
          <a key={at} className={classes.link} href={href}>
            {text}
          </a>
        ),
      )}
    </span>
  )
}
