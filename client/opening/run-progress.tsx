import type { RunView, StepCommand } from '../../contract/control/own.ts'
import { SupportCode } from '../commands/support-code.tsx'
import { formatTime } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { Age } from '../ui/age.tsx'
import { Icon } from '../ui/icons.tsx'
import classes from './opening.module.css'
import { marksOf, type RunStep, runWords, stepWords } from './run-words.ts'

interface RunProgressProps {
  run: RunView
  zone: string
  /** By the server's clock, ms. */
  now: number
}

/** The last request, step by step: sent, taken by the gateway, confirmed by the device (CTRL-1, CTRL-3, CTRL-5). */
export function RunProgress({ run, zone, now }: RunProgressProps) {
  const t = useT()
  const { text, tone, icon, troubled } = runWords(run, t)
  const deviceCommand = run.steps.find(({ state }) => state === 'failed')?.deviceCommand ?? null
  return (
    <section className={classes.run} data-tone={tone} aria-label={t('open.run.title')}>
      <h2 className={classes.runTitle}>
        <Icon className={classes.runIcon} name={icon} size={24} />
        <span>{text}</span>
        {run.endedAt !== null && (
          <small className={classes.runNote}>
            <Age at={run.endedAt} zone={zone} />
          </small>
        )}
      </h2>
      <ol className={classes.steps}>
        {run.steps.map((step) => (
          <Step key={step.deviceId} step={step} run={run} zone={zone} now={now} />
        ))}
      </ol>
      {run.givenBack && <p className={classes.runText}>{t('open.run.givenBack')}</p>}
      {troubled && deviceCommand !== null && (
        <p className={`${classes.support} ${classes.runText}`}>
          {t('common.supportCode')} <SupportCode code={deviceCommand.supportCode} />
        </p>
      )}
    </section>
  )
}

function Step({ step, run, zone, now }: { step: RunStep } & RunProgressProps) {
  const t = useT()
  const seconds = step.dueAt === null ? null : Math.max(0, Math.ceil((Date.parse(step.dueAt) - now) / 1_000))
  const { text, tone, icon } = stepWords(step, run.action, seconds, t)
  const running = step.state === 'issued' && step.deviceCommand !== null
  return (
    <li className={classes.stepsItem} data-tone={tone}>
      <Icon className={classes.stepsIcon} name={icon} size={20} />
      <div className={classes.stepsBlock}>
        <strong>{step.name}</strong>
        <span>{text}</span>
        {running && step.deviceCommand && <Marks deviceCommand={step.deviceCommand} zone={zone} now={now} />}
      </div>
    </li>
  )
}

/** The three marks of a command on its way, and the share of its time used. */
function Marks({ deviceCommand, zone, now }: { deviceCommand: StepCommand; zone: string; now: number }) {
  const t = useT()
  const begun = Date.parse(deviceCommand.issuedAt)
  const gone = Math.min(1, Math.max(0, (now - begun) / Math.max(1, Date.parse(deviceCommand.deadline) - begun)))
  return (
    <>
      <span className={classes.marks} aria-hidden="true">
        {marksOf(deviceCommand).map(({ name, mark }) => (
          <span className={classes.marksPart} key={name} data-mark={mark}>
            <i className={classes.marksBar} />
            {t(`open.mark.${name}`)}
          </span>
        ))}
      </span>
      <span className={classes.line} aria-hidden="true">
        <span className={classes.linePart} style={{ transform: `scaleX(${gone.toFixed(3)})` }} />
      </span>
      <small className={classes.stepsNote}>
        {t('open.run.deadline', { time: formatTime(deviceCommand.deadline, zone, { seconds: true }) })}
      </small>
    </>
  )
}
