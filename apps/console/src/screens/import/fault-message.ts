import { importsTexts } from '../../texts/import.ts'

/** Returns what the console says about a fault of an item. Some messages of the service name parameters of the API. */
export function faultMessage({ code, message }: { code: string; message: string }): string {
  return importsTexts.faultMessages[code] ?? message
}
