import { Button, Select } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { adminFeatures, mayAccess } from '../../../contract/features.ts'
import { adminImports, type ImportEntity, importEntities } from '../../../contract/imports.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { saveFile } from '../../lists/save-file.ts'
import { session } from '../../stores/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import text from '../../ui/text.module.css'
import classes from './imports.module.css'
import { uploadImport } from './upload.ts'

const route = getRouteApi('/imports/add')

/** Uploads a file; its rows are then checked and shown (IMP-1). */
export function AddImport() {
  const t = useT()
  const navigate = useNavigate()
  const { entity: given } = route.useSearch()
  const { features } = useSnapshot(session)
  const offered = importEntities.filter(
    (each) => !adminImports.includes(each) || mayAccess(adminFeatures, new Set(features)),
  )
  const [entity, setEntity] = useState<ImportEntity>(offered.find((each) => each === given) ?? 'devices')
  const [sending, setSending] = useState<{ name: string; part: number } | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  const upload = async (file: File | undefined) => {
    if (!file || sending) return
    setRefused(null)
    setSending({ name: file.name, part: 0 })
    const answer = await uploadImport(entity, file, (part) => setSending({ name: file.name, part }))
    setSending(null)
    if (answer.ok) await navigate({ to: '/imports/$importId', params: { importId: String(answer.importId) } })
    else setRefused(refusalText(answer.refusal))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void upload(event.dataTransfer.files[0])
  }
  return (
    <Page
      title={t('imports.add')}
      lead={t('imports.lead')}
      width="read"
      back={<Link to="/imports">{t('imports.title')}</Link>}
    >
      <Panel>
        <Select
          label={t('imports.entity')}
          description={entity === 'users' && t('imports.entity.hint')}
          data={offered.map((value) => ({ value, label: t(`imports.entity.${value}`) }))}
          value={entity}
          allowDeselect={false}
          onChange={(value) => value && setEntity(value as ImportEntity)}
        />
      </Panel>
      <Panel title={t('imports.template')}>
        <p className={text.note}>{t('imports.template.hint')}</p>
        <div className={classes.buttons}>
          {(['csv', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              variant="default"
              leftSection={<Icon name="download" size={18} />}
              onClick={() => void saveFile(`/exports/${entity}/template?format=${format}`, `${entity}.${format}`)}
            >
              {t(`imports.template.${format}`)}
            </Button>
          ))}
        </div>
      </Panel>
      <Panel title={t('imports.file')}>
        {refused !== null && (
          <Alert severity="error" title={t('imports.failed')}>
            {refused}
          </Alert>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: files are dropped here; the button does the same */}
        <div
          className={classes.drop}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <p>{t('imports.drop')}</p>
          <p className={text.note} id={hint}>
            {t('imports.drop.hint')}
          </p>
          <input
            ref={input}
            type="file"
            hidden
            accept=".csv,.txt,.tsv,.xlsx"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              event.currentTarget.value = ''
              void upload(file)
            }}
          />
          <Button aria-describedby={hint} disabled={sending !== null} onClick={() => input.current?.click()}>
            {t('imports.choose')}
          </Button>
          {sending !== null && (
            <p role="status">{t('imports.sending', { name: sending.name, percent: Math.round(sending.part * 100) })}</p>
          )}
        </div>
      </Panel>
    </Page>
  )
}
