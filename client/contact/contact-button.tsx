import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'

/** The way to the people of the site, for somebody whose place does not open. */
export function ContactButton() {
  const t = useT()
  return (
    <Button
      component={Link}
      to="/contact"
      variant="default"
      justify="start"
      leftSection={<Icon name="phone" size={20} />}
    >
      {t('common.contactSupport')}
    </Button>
  )
}
