import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ImportEntity } from '../../contract/imports.ts'
import { useT } from '../i18n/i18n.ts'
import { Icon } from '../ui/icons.tsx'
import { saveFile } from './save-file.ts'

/** Lists whose rows can be exported, edited in a spreadsheet, and imported again. */
const entities: Readonly<Record<string, ImportEntity>> = {
  'sites.operated': 'sites',
  'locations.list': 'locations',
  'gateways.list': 'gateways',
  'devices.list': 'devices',
  'barriers.list': 'barriers',
  'events.list': 'events',
  'codes.list': 'codes',
}

/** Exports all rows of a list in the format of imports, and leads to an import of them. */
export function EditingMenu({ list }: { list: string }) {
  const t = useT()
  const entity = entities[list]
  if (!entity) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<Icon name="chevronDown" size={18} />}>
          {t('lists.editing')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Menu.Item
            key={format}
            onClick={() => void saveFile(`/exports/${entity}?format=${format}`, `${entity}.${format}`)}
          >
            {t(`lists.editing.${format}`)}
          </Menu.Item>
        ))}
        <Menu.Item component={Link} to={`/imports/add?entity=${entity}`}>
          {t('lists.editing.import')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
