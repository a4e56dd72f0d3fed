import { type DemoLogin, demoAddress, demoIcon, demoRole } from '../../demo/demo-login.ts'
import roles from '../../demo/demo-roles.module.css'
import { useT } from '../../i18n/i18n.ts'
import { config } from '../../shell/config.ts'
import { Icon } from '../../ui/icons.tsx'
import classes from './session.module.css'

/** The demo's logins as buttons that fill in the form; one that works at the other address is a link there. Nothing outside a demo. */
export function DemoLogins({ chosen, onChoose }: { chosen: string; onChoose: (login: DemoLogin) => void }) {
  const t = useT()
  const { demo } = config.current
  if (demo.length === 0) return null
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 className={classes.demoTitle} id="demo-title">
        {t('session.demo.title')}
      </h2>
      <p className={classes.demoText}>{t('session.demo.text')}</p>
      <div className={roles.roles}>
        {demo.map((each) => {
          const { href, here } = demoAddress(each)
          const content = (
            <>
              <Icon className={roles.roleIcon} name={demoIcon(each)} />
              <span>
                {demoRole(each)}
                {!here && <small className={roles.roleNote}>{t('session.demo.elsewhere')}</small>}
              </span>
            </>
          )
          return here ? (
            <button
              key={each.login}
              type="button"
              className={roles.role}
              aria-pressed={chosen === each.login}
              onClick={() => onChoose(each)}
            >
              {content}
            </button>
          ) : (
            <a key={each.login} className={roles.role} href={href}>
              {content}
            </a>
          )
        })}
      </div>
    </section>
  )
}
