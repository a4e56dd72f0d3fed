import { checklist } from '../../contract/setup.ts'
import { isSetUp } from '../../machines/setup-steps.ts'
import { ask } from '../link/ask.ts'

/** Returns the page with the steps of setting up, until all are done or the admin has put them away; then null. */
export async function setupHome(): Promise<string | null> {
  const answer = await ask(checklist, {})
  if (!answer.ok || answer.view.putAway || isSetUp(new Set(answer.view.done))) return null
  return '/getting-started'
}
