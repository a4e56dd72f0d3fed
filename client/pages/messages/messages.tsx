import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { counts, list, messageChannels, messageKinds, messageStates } from '../../../contract/messages.ts'
import { useT } from '../../i18n/i18n.ts'
import { isNarrowed } from '../../lists/address.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { useMessageColumns } from './columns.tsx'
import { messageLink } from './message-link.tsx'
import { SendManyAgain } from './send-many-again.tsx'
import { Unsent } from './unsent.tsx'

const route = getRouteApi('/messages')

/** Mails and SMS with their outcome; failed ones are on top (NOTE-1, NOTE-2). */
export function Messages() {
  const t = useT()
  const search = useListSearch(list, route.useSearch())
  const change = useSearchChange<typeof search>()
  const live = useWatch(counts, {})
  const moved = useChangeCounter(live, 'messageCounts')
  const [sent, setSent] = useState(0)
  const onSent = () => setSent((count) => count + 1)
  const first = !isNarrowed(list, search) && search.page === undefined
  return (
    <ListPage
      def={list}
      search={search}
      moved={moved + sent}
      live={{ fresh: live.state === 'live', asOf: live.asOf }}
      title={t('common.messages')}
      lead={t('messages.lead')}
      label={t('messages.list')}
      searchLabel={t('messages.search')}
      columns={useMessageColumns(onSent)}
      link={messageLink}
      tone={({ state }) => (state === 'failed' ? 'error' : undefined)}
      rowName={({ recipient, person }) => person ?? recipient}
      empty={{ icon: 'send', title: t('messages.empty.title'), text: t('messages.empty.text') }}
      bulk={(items, clear) => (
        <SendManyAgain
          items={items}
          onSent={() => {
            clear()
            onSent()
          }}
        />
      )}
      filters={(given, filter, view) => (
        <>
          <FilterSelect
            label={t('common.state')}
            value={given.state}
            options={messageStates.map((state) => {
              const name = t(`messages.state.${state}`)
              return [state, view ? t('messages.filter.count', { name, count: view.counts[state] }) : name] as const
            })}
            onChange={(state) => filter({ state })}
          />
          <FilterSelect
            label={t('messages.filter.channel')}
            value={given.channel}
            options={messageChannels.map((channel) => [channel, t(`messages.channel.${channel}`)])}
            onChange={(channel) => filter({ channel })}
          />
          <FilterSelect
            label={t('common.about')}
            value={given.kind}
            options={messageKinds.map((kind) => [kind, t(`messages.kind.${kind}`)])}
            onChange={(kind) => filter({ kind })}
          />
        </>
      )}
      above={(view) => (
        <>
          <KeptHere ways={view.ways} />
          {first && view.counts.failed > 0 && (
            <Unsent
              count={view.counts.failed}
              moved={moved + sent}
              onAll={() => change({ state: 'failed' })}
              onSent={onSent}
            />
          )}
        </>
      )}
    />
  )
}

/** Says that messages are stored but not sent. */
function KeptHere({ ways }: { ways: { mail: string; sms: string } }) {
  const t = useT()
  const kept = [ways.mail === 'outbox' ? 'mail' : null, ways.sms === 'outbox' ? 'sms' : null].filter(
    (way) => way !== null,
  )
  const [one, other] = kept
  if (!one) return null
  return (
    <Alert severity="info">
      {t(other ? 'messages.outbox.both' : one === 'mail' ? 'messages.outbox.mail' : 'messages.outbox.sms')}
    </Alert>
  )
}
