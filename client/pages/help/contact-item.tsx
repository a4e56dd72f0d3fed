import type { SiteContact } from '../../../contract/help.ts'
import { ContactText } from '../../contact/contact-text.tsx'
import { useT } from '../../i18n/i18n.ts'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './help.module.css'

/** One site with its telephone number and mail. */
export function ContactItem({ contact: { site, address, zip, city, text, mine } }: { contact: SiteContact }) {
  const t = useT()
  const where = [address, [zip, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (
    <li className={classes.item}>
      <div className={classes.itemHead}>
        <h3 className={classes.itemTitle}>{site}</h3>
        {mine && (
          <Badge tone="info" icon="ticket">
            {t('help.contact.mine')}
          </Badge>
        )}
      </div>
      {where !== '' && <p className={classes.itemPlace}>{where}</p>}
      <p className={classes.answer}>
        <ContactText>{text}</ContactText>
      </p>
    </li>
  )
}
