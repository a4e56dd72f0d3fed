import type { ReactNode } from 'react'

/** A column of a list page, written out by the page. */
export interface ListColumn<Row, Sort extends string = string> {
  /** Names the column in saved views: keep it. */
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** The list can be sorted by it, under this name of its definition. */
  readonly sort?: Sort
  /** 'end' for figures and actions. */
  readonly align?: 'start' | 'end'
  readonly width?: string
  /** On the phone: 'title' heads the card, 'plain' stands without its column name, 'hide' is left out. */
  readonly phone?: 'title' | 'plain' | 'hide'
  /** Shown only when a person chooses it. */
  readonly hidden?: boolean
  /** Cannot be taken away: what a row is called, its actions. */
  readonly always?: boolean
}
