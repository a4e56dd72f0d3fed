import type { Translation } from '../types/translation.ts'
import type en from './en.ts'

export default {
  open: 'Profil und Nachrichten',
  title: 'Profil',
  lead: 'Was Ihnen gesagt wird, wie und in welcher Sprache.',
  'groups.title': 'Nachrichten',
  'groups.list': 'Welche Nachrichten Sie bekommen',
  'groups.about': 'Worüber',
  'groups.mail': 'Mail',
  'groups.sms': 'SMS',
  'groups.to': 'Mails gehen an {email}.',
  'groups.always':
    'Immer per Mail erfahren Sie, wenn eine Reservierung storniert wird, ein Platz wegfällt oder wechselt oder etwas berechnet wird.',
  'group.reservations': 'Reservierungen',
  'group.reservations.text': 'Gebucht, verlängert, anderer Platz.',
  'group.maintenance': 'Wartung',
  'group.maintenance.text': 'Ihr Platz ist wieder verfügbar.',
  'group.malfunctions': 'Störungen',
  'group.malfunctions.text':
    'Stumme Gateways, offene Türen, verschmutzte Sensoren, niedrige Spannung an Ihren Standorten.',
  'mail.of': 'Mails über {group}',
  'sms.of': 'SMS über {group}',
  'sms.never': 'nicht per SMS',
  'sms.needsConsent': 'SMS brauchen Ihre Nummer und Ihre Einwilligung, siehe unten.',
  saved: 'Gespeichert.',
  failed: 'Nicht gespeichert',
  'sms.title': 'SMS',
  'sms.text':
    'Nur kurze, dringende Nachrichten: Ihr Platz wurde verlegt, fällt weg oder ist noch belegt, oder Ihre Reservierung wurde storniert.',
  'sms.notOffered': 'Ihr Unternehmen versendet keine SMS.',
  'number.label': 'Mobilnummer',
  'number.hint': 'Mit Landesvorwahl, etwa +49 151 23456789. Leer lassen nimmt sie zurück.',
  'number.unreachable': 'SMS erreichen diese Nummer nicht.',
  'number.save': 'Nummer speichern',
  'consent.label': 'Ich willige ein, solche SMS an diese Nummer zu bekommen',
  'consent.since': 'Eingewilligt am {time}. Sie können jederzeit widerrufen; das gilt sofort.',
  'consent.none': 'Sie bekommen keine SMS. Eine Einwilligung können Sie jederzeit widerrufen; das gilt sofort.',
  'consent.otherNumber': 'Bitte speichern Sie zuerst eine Nummer, die SMS erreichen.',
  'consent.needsNumber': 'Bitte speichern Sie zuerst eine Mobilnummer.',
  'language.title': 'Sprache',
  'language.label': 'Sprache von Oberfläche, Mails und SMS',
} satisfies Translation<typeof en>
