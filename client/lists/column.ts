import type { ReactNode } from 'react'

/** A column of a list page, written out by the page. */
export interface ListColumn<Row, Sort extends string = string> {
  /** Identifies the column in saved views: do not change it. */
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** The list can be sorted by it, under this name of its definition. */
  readonly sort?: Sort
  /** 'end' for figures and actions. */
  readonly align?: 'start' | 'end'
  readonly width?: string
  /** On the phone: 'title' heads the card, 'plain' has no column name, 'hide' is left out. */
  readonly phone?: 'title' | 'plain' | 'hide'
  /** Shown only on request. */
  readonly hidden?: boolean
  /** Cannot be hidden: the name of a row, its actions. */
  readonly always?: boolean
}
