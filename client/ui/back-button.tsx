import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import classes from './back-button.module.css'
import { Icon } from './icons.tsx'

/** One page back; after an external link goes to `otherwise`, a path of the portal. */
export function BackButton({ otherwise, children }: { otherwise: string; children: string }) {
  const router = useRouter()
  const back = () => {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: otherwise as '/' })
  }
  return (
    <Button
      variant="subtle"
      color="neutral"
      className={classes.back ?? ''}
      leftSection={<Icon name="arrowLeft" size={18} />}
      onClick={back}
    >
      {children}
    </Button>
  )
}
