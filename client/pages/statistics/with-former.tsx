import { useT } from '../../i18n/i18n.ts'
import classes from './statistics.module.css'

/** A figure with what it was in the compared span under it. `former` undefined = nothing is compared, null = nothing is known of it. */
export function WithFormer({ text, former }: { text: string; former?: string | null | undefined }) {
  const t = useT()
  return (
    <>
      {text}
      {former !== undefined && (
        <small className={classes.former}>{t('statistics.before', { value: former ?? t('statistics.unknown') })}</small>
      )}
    </>
  )
}
