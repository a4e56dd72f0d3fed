import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { languages } from '../../contract/session.ts'
import { chooseLanguage, i18n, useT } from '../i18n/i18n.ts'
import { session } from '../stores/session.ts'
import { Icon } from '../ui/icons.tsx'
import { SegmentedFilter } from '../ui/segmented-filter.tsx'
import type { Account } from './account.ts'
import { AccountActions, AccountHead } from './account-actions.tsx'
import { AccountFacts } from './account-facts.tsx'
import classes from './bottom-bar.module.css'
import { type NavSection, nearestPages } from './navigation.ts'
import { PageLink } from './page-link.tsx'
import { addOn, type PageAdd, pageOf, usePages } from './pages.ts'
import { NavList } from './rail.tsx'

interface BottomBarProps {
  sections: readonly NavSection[]
  user: Account
  onLogout: () => void
}

/** Number of pages in the bar beside start and menu; what the page itself offers takes the place of the last ones. */
const maxPages = 3

/** Navigation of the phone: the first pages within reach of the thumb, search and add where the page has them, everything else in a sheet. */
export function BottomBar({ sections, user, onLogout }: BottomBarProps) {
  const t = useT()
  const { language } = useSnapshot(i18n)
  const sheet = useRef<HTMLDialogElement>(null)
  const close = () => sheet.current?.close()
  // A tap outside the sheet closes it; Escape is built in.
  useEffect(() => {
    const dialog = sheet.current
    const beside = (event: MouseEvent) => event.target === dialog && dialog?.close()
    dialog?.addEventListener('click', beside)
    return () => dialog?.removeEventListener('click', beside)
  }, [])
  const pages = usePages()
  const { features } = useSnapshot(session)
  const { pathname, search } = useLocation()
  const page = pageOf(pathname, pages)
  const add = page ? addOn(page, { ...user, features }, pages) : null
  const nearest = nearestPages(user.role, sections, maxPages - Number(page?.searchable ?? false) - Number(add !== null))
  return (
    <>
      <nav className={classes.bar} aria-label={t('shell.nav.bottom')}>
        <Link to="/" className={classes.item} activeOptions={{ exact: true }} activeProps={{ 'aria-current': 'page' }}>
          <Icon name="home" />
          <span>{t('shell.nav.start')}</span>
        </Link>
        {nearest.map((page) => (
          <PageLink key={page.path} page={page} short className={classes.item} />
        ))}
        {page?.searchable && <SearchButton path={page.path} />}
        {add !== null && (
          <Link to={add.path as '/'} search={searchOf(add, search) as never} className={classes.item}>
            <Icon name="plus" />
            <span>{t('shell.nav.add')}</span>
          </Link>
        )}
        <button
          type="button"
          className={classes.item}
          onClick={() => sheet.current?.showModal()}
          aria-haspopup="dialog"
        >
          <Icon name="menu" />
          <span>{t('shell.nav.open')}</span>
        </button>
      </nav>
      <dialog ref={sheet} className={classes.sheet} aria-label={t('shell.nav.label')}>
        <div className={classes.content}>
          <button type="button" className={classes.close} onClick={close} aria-label={t('ui.close')}>
            <Icon name="close" />
          </button>
          <AccountHead user={user} />
          <nav className={classes.pages} aria-label={t('shell.nav.label')}>
            <NavList sections={sections} onNavigate={close} />
          </nav>
          <AccountFacts user={user} onNavigate={close} />
          <SegmentedFilter
            className={classes.language}
            label={t('common.language')}
            options={languages.map((value) => ({ value, label: value.toUpperCase() }))}
            value={language}
            onChange={(value) => void chooseLanguage(value)}
          />
          <AccountActions onLogout={onLogout} onNavigate={close} />
        </div>
      </dialog>
    </>
  )
}

/** Returns the search of the page where something is added. */
function searchOf({ search, keep = [] }: PageAdd, current: Readonly<Record<string, unknown>>) {
  return { ...search, ...Object.fromEntries(keep.map((name) => [name, current[name]])) }
}

/** Leads to the search of the page, or to the page at its beginning, if the search is not on the screen. */
function SearchButton({ path }: { path: string }) {
  const t = useT()
  const navigate = useNavigate()
  const search = () => {
    const field = document.querySelector<HTMLInputElement>('#main input[type="search"]')
    if (field === null) return void navigate({ to: path as '/' })
    field.scrollIntoView({ block: 'center' })
    field.focus({ preventScroll: true })
  }
  return (
    <button type="button" className={classes.item} onClick={search}>
      <Icon name="search" />
      <span>{t('shell.nav.search')}</span>
    </button>
  )
}
