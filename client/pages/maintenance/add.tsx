import { Textarea } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type SiteItem, sites } from '../../../contract/sites.ts'
import { useT } from '../../i18n/i18n.ts'
import { readerZone } from '../../i18n/reader-zone.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { BackButton } from '../../ui/back-button.tsx'
import { serverNow } from '../../ui/clock.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { useAddress } from '../../ui/page-address.ts'
import { ReasonButton } from '../../ui/reason-button.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { type Draft, draftFrom, problemOf, spanOf } from './draft.ts'
import classes from './maintenance.module.css'
import { Preview } from './preview.tsx'
import { type AddSearch, addSearch } from './search.ts'
import { SpanFields } from './span-fields.tsx'
import { TargetFields } from './target-fields.tsx'
import { useMayNotSet } from './use-may-not-set.ts'
import { inputOf, type Seen, type Target, usePreview } from './use-preview.ts'
import { useSetOne } from './use-set-one.ts'

const route = getRouteApi('/maintenance/add')
const maxLetters = 2_048

/** A new period: what, when and why, with a live preview of whom it affects (MAINT-1, MAINT-4). Who may not set it only has the preview. */
export function Add() {
  const t = useT()
  const search = useAddress(addSearch, route.useSearch())
  const change = useSearchChange<AddSearch>()
  const navigate = useNavigate()
  const known = useQuery(sites, { limit: 500 })
  const off = useMayNotSet()
  const maySet = off.role === null
  const now = useMinute()
  const [draft, setDraft] = useState<Draft>(() => draftFrom(search.begin, now))
  const [reason, setReason] = useState('')
  const [description, setDescription] = useState('')
  const [agreed, setAgreed] = useState<Seen | null>(null)
  const setOne = useSetOne()
  const target: Target | null =
    search.target === undefined ? null : { scope: search.scope ?? 'device', id: search.target }
  const zone = zoneOf(target, search.site, known.view?.items ?? []) ?? readerZone()
  const span = spanOf(draft, now, zone)
  const problem = problemOf(span, now, zone)
  const found = usePreview(target, problem === null ? span : null)
  const why =
    off.now ??
    (target === null
      ? t('maintenance.set.off.target')
      : problem !== null
        ? t('maintenance.set.off.span')
        : reason.trim() === ''
          ? t('maintenance.set.off.reason')
          : found.seen === null || found.former
            ? t('maintenance.set.off.preview')
            : null)
  return (
    <Page
      title={t('maintenance.add.title')}
      lead={t('maintenance.add.lead')}
      back={<BackButton otherwise="/maintenance">{t('maintenance.back')}</BackButton>}
    >
      {!maySet && <Alert severity="info">{off.role}</Alert>}
      <div className={classes.grid}>
        <div className={classes.column}>
          <Panel title={t('maintenance.what.title')}>
            <div className={classes.fields}>
              <TargetFields
                search={search}
                sites={known.view?.items ?? null}
                onChange={({ scope, target: id, site }) => change({ scope, target: id, site })}
              />
            </div>
          </Panel>
          <Panel title={t('maintenance.when.title')}>
            <div className={classes.fields}>
              <SpanFields
                draft={draft}
                span={span}
                problem={problem}
                zone={zone}
                now={now}
                onChange={(next) => setDraft({ ...draft, ...next })}
              />
            </div>
          </Panel>
          {maySet && (
            <Panel title={t('maintenance.why.title')}>
              <div className={classes.fields}>
                <Text
                  label={t('maintenance.why.reason')}
                  hint={t('maintenance.why.reason.hint')}
                  value={reason}
                  required
                  onChange={setReason}
                />
                <Text
                  label={t('maintenance.why.description')}
                  hint={t('maintenance.why.description.hint')}
                  value={description}
                  onChange={setDescription}
                />
              </div>
            </Panel>
          )}
        </div>
        <div className={classes.column}>
          <Preview
            asked={target !== null && problem === null}
            found={found}
            onBegin={(begin) => setDraft({ ...draft, begin })}
            act={
              maySet && (
                <div className={classes.act}>
                  <ReasonButton icon="maintenance" tone="brand" reason={why} onAct={() => setAgreed(found.seen)}>
                    {t('maintenance.set.act')}
                  </ReasonButton>
                  {why !== null && (
                    <span className={classes.actPart} aria-hidden="true">
                      {why}
                    </span>
                  )}
                </div>
              )
            }
          />
        </div>
      </div>
      {agreed !== null && target !== null && (
        <ConfirmDialog
          seen={agreed}
          reason={reason.trim()}
          description={description.trim()}
          inputNow={() => inputOf(target, spanOf(draft, serverNow(), zone))}
          setOne={setOne}
          onSet={(id) => void navigate({ to: `/maintenance/${id}` as '/', replace: true })}
          onClose={() => setAgreed(null)}
        />
      )}
    </Page>
  )
}

/** Whose clock the fields show: the site's, for a zone that of its first site. */
function zoneOf(target: Target | null, siteId: number | undefined, items: readonly SiteItem[]): string | undefined {
  if (target?.scope === 'zone') return items.find(({ zones }) => zones.some(({ id }) => id === target.id))?.timeZone
  const id = target?.scope === 'site' ? target.id : siteId
  return items.find((site) => site.id === id)?.timeZone
}

interface TextProps {
  label: string
  hint: string
  value: string
  required?: boolean
  onChange: (value: string) => void
}

/** A multi-line text; the remaining length is shown when it gets short. */
function Text({ label, hint, value, required = false, onChange }: TextProps) {
  const t = useT()
  const left = maxLetters - value.length
  return (
    <Textarea
      label={label}
      description={left > 200 ? hint : `${hint} ${t('maintenance.why.left', { count: left })}`}
      value={value}
      maxLength={maxLetters}
      autosize
      minRows={2}
      maxRows={8}
      required={required}
      withAsterisk={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
