import { download, save } from '../link/download.ts'
import { notify } from '../ui/notify.tsx'

/** Downloads a file and hands it to the browser under this name; a refusal is shown. */
export async function saveFile(path: string, name: string): Promise<void> {
  const answer = await download(path, { accept: '*/*', signal: new AbortController().signal, onProgress: () => {} })
  if (answer.ok) save(answer.blob, name)
  else notify.refusal(answer.refusal)
}
