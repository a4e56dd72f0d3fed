import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { mayAccess, operatorFeatures } from '../../../contract/features.ts'
import { useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { useAddress } from '../../ui/page-address.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { useSearchText } from '../../ui/use-search-text.ts'
import classes from './help.module.css'
import { matches } from './match.ts'
import { type HelpSearch, helpSearch } from './search.ts'

const forVisitors = [
  'open',
  'early',
  'pin',
  'jammed',
  'change',
  'refund',
  'invoice',
  'access',
  'guest',
  'offline',
  'code',
] as const
const forOperators = ['status', 'sent'] as const

const route = getRouteApi('/faq')

/** Questions and answers: those of visitors for everybody, those of operators for operators, and the way to a person (NAV-8). */
export function Faq() {
  const t = useT()
  const { q = '' } = useAddress(helpSearch, route.useSearch())
  const change = useSearchChange<HelpSearch>()
  const [typed, setTyped] = useSearchText(q, (text) => change({ q: text.trim() || undefined }))
  const { features } = useSnapshot(session)
  const answer = (key: (typeof forVisitors | typeof forOperators)[number]) => ({
    key,
    title: t(`help.${key}.title`),
    text: t(`help.${key}.text`),
  })
  const found = (keys: typeof forVisitors | typeof forOperators) =>
    keys.map(answer).filter(({ title, text }) => matches(`${title} ${text}`, typed))
  const operates = mayAccess(operatorFeatures, new Set(features))
  const sections = [
    { id: 'visitors', title: t('help.visitors'), questions: found(forVisitors) },
    ...(operates ? [{ id: 'operators', title: t('help.operators'), questions: found(forOperators) }] : []),
  ].filter(({ questions }) => questions.length > 0)
  return (
    <Page
      title={t('common.faq')}
      lead={t('help.lead')}
      width="read"
      tools={<SearchField label={t('help.search')} value={typed} onChange={setTyped} />}
    >
      {sections.length === 0 && <EmptyState icon="search" title={t('help.none')} text={t('help.none.text')} />}
      {sections.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={`faq-${id}`}>
          <h2 className={classes.sectionTitle} id={`faq-${id}`}>
            {title}
          </h2>
          <ul className={classes.questions}>
            {questions.map(({ key, title: question, text }) => (
              <li className={classes.question} key={`${key} ${typed !== ''}`}>
                <Disclosure label={question} open={typed !== ''}>
                  <p className={classes.answer}>{text}</p>
                </Disclosure>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Panel title={t('help.still')}>
        <p className={classes.answer}>{t('help.still.text')}</p>
        <Button
          component={Link}
          to="/contact"
          className={classes.contact ?? ''}
          leftSection={<Icon name="phone" size={20} />}
        >
          {t('common.contactSupport')}
        </Button>
      </Panel>
    </Page>
  )
}
