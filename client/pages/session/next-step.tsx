import type { Refusal } from '../../../contract/refusals.ts'
import { loadTexts, useT } from '../../i18n/i18n.ts'
import { config } from '../../shell/config.ts'
import { Lazy } from '../../ui/lazy.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SessionFrame } from './session-frame.tsx'

/** What must follow the right password before there is a session. */
export type LoginStep = 'second-factor' | 'set-up-factor'

/** Returns the step that a refused login asks for; null if it asks for none. */
export function stepOf({ code }: Refusal<string>): LoginStep | null {
  if (code === 'second-factor-required') return 'second-factor'
  return code === 'factor-needed' ? 'set-up-factor' : null
}

const setUpFactor = lazyPart(
  () => Promise.all([import('./set-up-factor.tsx'), loadTexts(['visitor'])]),
  ([module]) => module.SetUpFactor,
)

/** The screen of the step after the password. */
export function NextStep({ step, onBack }: { step: LoginStep; onBack: () => void }) {
  const t = useT()
  const { app } = config.current
  return (
    <SessionFrame lead={t(app === 'admin' ? 'session.login.adminLead' : 'session.login.lead')}>
      {step === 'second-factor' ? (
        <SecondFactor onBack={onBack} />
      ) : (
        <Lazy part={setUpFactor} waiting={<RowsSkeleton rows={3} height="5rem" />}>
          {(SetUpFactor) => <SetUpFactor onBack={onBack} />}
        </Lazy>
      )}
    </SessionFrame>
  )
}
