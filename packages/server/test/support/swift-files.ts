import { userInfo } from 'node:os'

export const serverNames = ['account', 'container', 'object', 'proxy'] as const
export type Ports = Readonly<Record<(typeof serverNames)[number] | 'cache', number>>

/** The configuration of a Swift of one device, by file name; without it Swift would read `/etc/swift`. */
export function swiftFiles(folder: string, ports: Ports, secretKey: string): ReadonlyMap<string, string> {
  return new Map([
    ['swift.conf', swiftConf],
    ['account.conf', backendConf(folder, 'account', ports.account)],
    ['container.conf', backendConf(folder, 'container', ports.container)],
    ['object.conf', backendConf(folder, 'object', ports.object)],
    ['proxy.conf', proxyConf(folder, ports, secretKey)],
  ])
}

const swiftConf = `[swift-hash]
swift_hash_path_suffix = tests
[storage-policy:0]
name = default
default = yes
`

/** No workers: one process each, which can be killed by its id. Logs go to a port that nobody reads. */
function commonConf(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
bind_timeout = 1
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
log_udp_host = 127.0.0.1
log_udp_port = 9
`
}

function backendConf(folder: string, name: string, port: number): string {
  return `${commonConf(folder, port)}devices = ${folder}/devices
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`
}

function proxyConf(folder: string, ports: Ports, secretKey: string): string {
  return `${commonConf(folder, ports.proxy)}[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.cache}
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${secretKey} .admin
`
}

/** The three rings in one Python process: nine calls of swift-ring-builder take five times as long. */
export const ringScript = `
import os, sys
from swift.common.ring import RingBuilder
folder = sys.argv[1]
try:
    os.setxattr(folder + '/devices/d1', 'user.colophon', b'x' * 200)
except OSError:
    sys.exit(3)
for name, port in (ring.split('=') for ring in sys.argv[2:]):
    builder = RingBuilder(1, 1, 0)
    builder.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(port), device='d1', weight=1.0))
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (folder, name))
`
