/**
 * Beyond this number k6 takes the cores that the portal needs: with 5,000 watching sockets more than one core and 10
 * GB, so k6 would be measured.
 */
const maxK6Sockets = 1_000

/**
 * Returns who holds this number of watching sockets: k6, or a separate light process, which takes a fifth to a third
 * of a core.
 */
export const holderOf = (sockets: number): 'k6' | 'crowd' => (sockets > maxK6Sockets ? 'crowd' : 'k6')
