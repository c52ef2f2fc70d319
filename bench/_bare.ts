// The reference: a server with nothing in it.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const body = 'x'.repeat(2_048);
const server = http.createServer((_request, response) => response.end(body));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
