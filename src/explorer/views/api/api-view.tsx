/**
 * The API view: every path and its parameters, with a form to try each path. It also shows all paths that have no view of their own. The
 * request is a view setting, `#/api;request=runs/O1`, because the API itself has no such path.
 */

import { ID_PLACEHOLDER } from '../../../core/contract/collection.ts';
import { parametersOf, segmentsOf, withSettings } from '../../address/address.ts';
import type { ViewProps } from '../../address/routes.ts';
import { API_SETTINGS, readSettings } from '../../address/settings.ts';
import { useClient, useNavigate } from '../../client/context.ts';
import { useLoaded } from '../../client/use-loaded.ts';
import { Panel } from '../../widgets/panel.tsx';
import { useTabTitle, ViewHead } from '../../widgets/view-head.tsx';
import { AnswerPanel } from './answer-panel.tsx';
import { type ApiPath, apiHref, findPath, groupPaths, type PathGroup, targetOf } from './paths.ts';
import { RequestForm } from './request-form.tsx';

/** The initial request. */
const FIRST_REQUEST = 'event-versions?lastver=true&pagesize=2';

/** The path as displayed, with `<id>` for each id. */
const showPath = ({ path }: ApiPath): string => (path === '' ? '/' : path.replaceAll(ID_PLACEHOLDER, '<id>'));

function PathList({ groups, current }: { readonly groups: readonly PathGroup[]; readonly current: ApiPath | null }) {
  return (
    <nav class="paths" aria-label="Paths of the API">
      {groups.map(({ title, paths }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul class="plain">
            {paths.map((one) => (
              <li key={one.path}>
                <a href={apiHref(one.path)} aria-current={one === current ? 'true' : undefined}>
                  <code>{showPath(one)}</code>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

export default function ApiView({ address }: ViewProps) {
  const navigate = useNavigate();
  const { collections, data } = useClient().release;
  const groups = groupPaths(collections);
  const request = readSettings(address.settings, API_SETTINGS, data.vocabulary).request ?? FIRST_REQUEST;
  const found = findPath(groups, segmentsOf(targetOf(request)));
  const isComplete = found === null || found.ids.every((id) => id !== '');
  const { value: shown, isReady } = useLoaded(request, async (client) => ({
    request,
    answer: isComplete ? await client.answer(targetOf(request)) : null,
  }));
  const send = (target: string) => navigate(withSettings(address, { request: target || '/' }));
  useTabTitle(isComplete ? request : showPath(found.path), 'API');
  return (
    <div data-ready={isReady ? '' : undefined}>
      <ViewHead
        title="API"
        sentence="Try any path and parameter. Your browser computes the response with the code of the API."
      />
      <div class="with-side">
        <PathList groups={groups} current={found?.path ?? null} />
        <div class="request-and-answer">
          {shown?.answer && (
            <Panel id="answer" title={<code>GET {shown.request}</code>}>
              <AnswerPanel key={shown.request} request={shown.request} answer={shown.answer} />
            </Panel>
          )}
          {/* Not before the first answer, which appears above the form and would move it. */}
          {shown !== null && found !== null && (
            <Panel id="path" title={<code>{showPath(found.path)}</code>}>
              <p>{found.path.description}</p>
              <RequestForm
                key={found.path.path}
                path={found.path}
                sent={{ request, ids: found.ids, values: Object.fromEntries(parametersOf(request)) }}
                onSend={send}
              />
            </Panel>
          )}
        </div>
      </div>
    </div>
  );
}
