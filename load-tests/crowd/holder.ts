/** Beyond it k6 takes the cores that the portal needs, and would be what is measured. */
const mostOfK6 = 1_000

/** Who holds so many watching sockets: k6, or a light process of our own. */
export const holderOf = (sockets: number): 'k6' | 'crowd' => (sockets > mostOfK6 ? 'crowd' : 'k6')
