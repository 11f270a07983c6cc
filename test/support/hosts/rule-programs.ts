/** Configures nginx, Caddy and Apache for tests: includes an emitted file in a configuration that writes all output into one folder. */

import { apache } from '../../../src/hosts/emitters/apache.ts';
import { caddy } from '../../../src/hosts/emitters/caddy.ts';
import { nginx } from '../../../src/hosts/emitters/nginx.ts';
import { put, type RuleHost } from './rule-hosts.ts';

const isRoot = process.getuid?.() === 0;

function prepareNginx(folder: string, text: string, port: number): readonly string[] {
  const own = text
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/cache/stillwave', `${folder}/cache`);
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = [
    'daemon off;',
    ...(isRoot ? ['user root;'] : []),
    `pid ${folder}/pid;`,
    `error_log ${folder}/error.log;`,
    'events { }',
    'http {',
    'access_log off;',
    ...kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`),
    `include ${put(folder, 'stillwave.conf', own)};`,
    '}',
  ];
  return ['-c', put(folder, 'nginx.conf', main.join('\n'))];
}

function prepareCaddy(folder: string, text: string, port: number): readonly string[] {
  // Certificates are not being tested here.
  const options = '{\n\tadmin off\n\tauto_https off\n}\n';
  const site = text.replace('\nhttps://user.example {', `\nhttp://:${port} {\n\tbind 127.0.0.1`);
  return ['run', '--adapter', 'caddyfile', '--config', put(folder, 'Caddyfile', options + site)];
}

const APACHE_MODULES = ['mpm_event', 'authz_core', 'rewrite', 'headers', 'setenvif', 'proxy', 'proxy_http'];

function prepareApache(folder: string, text: string, port: number): readonly string[] {
  const own = text.replace('<VirtualHost *:80>', `<VirtualHost 127.0.0.1:${port}>`);
  const main = [
    `ServerRoot ${folder}`,
    'ServerName user.example',
    `PidFile ${folder}/pid`,
    `Mutex file:${folder} default`,
    `DefaultRuntimeDir ${folder}`,
    `ErrorLog ${folder}/error.log`,
    `Listen 127.0.0.1:${port}`,
    ...APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    ...(isRoot ? ['User www-data', 'Group www-data'] : []),
    `Include ${put(folder, 'stillwave.conf', own)}`,
  ];
  return ['-D', 'FOREGROUND', '-f', put(folder, 'httpd.conf', main.join('\n'))];
}

export const NGINX: RuleHost = { host: nginx, program: 'nginx', prepare: prepareNginx };
export const CADDY: RuleHost = { host: caddy, program: 'caddy', prepare: prepareCaddy };
export const APACHE: RuleHost = { host: apache, program: 'apache2', prepare: prepareApache };
