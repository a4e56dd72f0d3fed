import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import classes from './bookings.module.css'

/** One page back; whoever came by a link of elsewhere goes to the list. */
export function BackLink() {
  const t = useT()
  const router = useRouter()
  const back = () => {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: '/reservations' })
  }
  return (
    <Button
      variant="subtle"
      color="neutral"
      className={classes.back ?? ''}
      leftSection={<Icon name="arrowLeft" size={18} />}
      onClick={back}
    >
      {t('bookings.back')}
    </Button>
  )
}
