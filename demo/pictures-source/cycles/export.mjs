// Writes one model as binary glTF, for the comparison with Blender's Cycles: node cycles/export.mjs <slug> <paint hex> <file.glb>
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const here = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const [slug, paint, out] = process.argv.slice(2);
const lists = await Promise.all((await readdir(here)).filter((name) => /^roster-(motor|p2).*\.js$/.test(name)).map(async (name) => (await import(pathToFileURL(path.join(here, name)))).default));
const entry = lists.flat().find((one) => one.slug === slug);

let glb;
const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    glb = Buffer.concat(chunks);
    return response.end();
  }
  if (request.url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end('<script type="importmap">{ "imports": { "three": "/node_modules/three/build/three.module.js", "three/addons/": "/node_modules/three/examples/jsm/" } }</script>');
  const file = path.join(here, path.normalize(request.url));
  const type = { '.html': 'text/html', '.js': 'text/javascript' }[path.extname(file)];
  const body = await readFile(file).catch(() => undefined);
  response.writeHead(body ? 200 : 404, { 'content-type': type ?? 'application/octet-stream' }).end(body);
}).listen(0, '127.0.0.1');
await new Promise((ready) => server.once('listening', ready));

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking'] });
const page = await browser.newPage();
page.on('pageerror', (error) => console.error(error.stack));
await page.goto(`http://127.0.0.1:${server.address().port}/`, { timeout: 120_000 });
await page.evaluate(async ({ model, params, paint, accent }) => {
  const THREE = await import('three'), { GLTFExporter } = await import('three/addons/exporters/GLTFExporter.js');
  const root = (await import(`/models/${model}.js`)).build({ paint, accent, params, quality: 1 });
  root.updateMatrixWorld(true);
  const flat = new THREE.Group(), m = new THREE.Matrix4();
  root.traverse((object) => { // instances become meshes of their own: the importer knows none
    if (!object.isMesh) return;
    for (let i = 0; i < (object.isInstancedMesh ? object.count : 1); i++) {
      const mesh = new THREE.Mesh(object.geometry, object.material);
      m.copy(object.matrixWorld);
      if (object.isInstancedMesh) { const one = new THREE.Matrix4(); object.getMatrixAt(i, one); m.multiply(one); }
      m.decompose(mesh.position, mesh.quaternion, mesh.scale);
      flat.add(mesh);
    }
  });
  const body = await new GLTFExporter().parseAsync(flat, { binary: true });
  await fetch('/glb', { method: 'POST', body });
}, { ...entry, paint, accent: entry.accent });
await writeFile(out, glb);
console.log(`${out} ${Math.round(glb.length / 1000)} kB`);
await browser.close();
server.close();
