/**
 * Shows the address at which this host returns a response, if there is one: the request's own address if the host answers requests, otherwise the
 * address of the request's page file. The host is asked only when a visitor wants to know, so the page never offers an address that returns 404.
 */

import { useState } from 'preact/hooks';
import { API_ROOT } from '../../../core/contract/paths.ts';
import { isAnswered } from '../../export/probe.ts';
import type { Core } from '../../host/core.ts';
import { targetOf } from './paths.ts';

interface OnThisHostProps {
  readonly core: Core;
  readonly request: string;
  /** The content type of the response. */
  readonly type: string;
  /** Path of the page file for this request, or undefined. */
  readonly pageFile: string | undefined;
}

export function OnThisHost({ core, request, type, pageFile }: OnThisHostProps) {
  const { baseUrl, data } = core.release;
  const hasPages = data.layout !== 'packs' && pageFile !== undefined;
  const urls = [`${baseUrl}/${API_ROOT}/${targetOf(request)}`, ...(hasPages ? [`${baseUrl}/${pageFile}`] : [])];
  /** Null before the host is asked; then the address, or an empty string if this host has none. */
  const [url, setUrl] = useState<string | null>(null);
  const find = async () => {
    for (const one of urls) if (await isAnswered(one, type)) return setUrl(one);
    return setUrl('');
  };
  if (url === null) {
    return (
      <p>
        <button type="button" onClick={find}>
          Find this response on this host
        </button>
      </p>
    );
  }
  return (
    <p class="note" role="status">
      {url === '' ? (
        'This host only sends files, and has no file for this response. Your browser made it from packs.'
      ) : (
        <>
          On this host: <a href={url}>{url}</a>
        </>
      )}
    </p>
  );
}
