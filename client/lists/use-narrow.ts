import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is so narrow that filters stand behind one button. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
}
