// What the paint mirrors: a dark room with soft boxes, brightest overhead, as in a photographer's studio.
import * as THREE from 'three';

export function environment(renderer) {
  const room = new THREE.Scene();
  const lamp = (strength, [x, y, z], [wide, tall], look = [0, 0.6, 0]) => {
    const box = new THREE.Mesh(new THREE.PlaneGeometry(wide, tall), new THREE.MeshBasicMaterial({ color: new THREE.Color(strength, strength, strength), side: THREE.DoubleSide }));
    box.position.set(x, y, z);
    box.lookAt(...look);
    room.add(box);
  };
  const sky = new THREE.Mesh(new THREE.SphereGeometry(20, 48, 32), new THREE.ShaderMaterial({
    side: THREE.BackSide,
    vertexShader: 'varying float up; void main() { up = normalize(position).y; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
    fragmentShader: `varying float up; void main() {
      float floorLight = mix(0.34, 0.62, smoothstep(0.0, -0.9, up));
      float wall = mix(0.16, 0.5, smoothstep(0.05, 0.9, up));
      gl_FragColor = vec4(vec3(up < 0.0 ? mix(0.16, floorLight, smoothstep(0.0, -0.12, up)) : wall), 1.0);
    }`,
  }));
  room.add(sky);
  lamp(7, [0.3, 6, -0.6], [8, 2.6]); // overhead
  lamp(3.2, [1.5, 4.2, -6.5], [7, 1.5]); // high, behind the camera: the line of light along the flank
  lamp(4.6, [7, 2.6, -2.2], [1.3, 4.4]); // tall strip ahead
  lamp(3.6, [-7, 2.8, -1.6], [1.1, 4]); // tall strip behind
  lamp(5, [-3.5, 3.4, 7], [4.5, 1.6]); // back light
  lamp(0.85, [0, 1.1, -9], [9, 1.6]); // low fill from the camera
  const maker = new THREE.PMREMGenerator(renderer);
  const { texture } = maker.fromScene(room, 0.012, 0.1, 60, { size: 512 });
  maker.dispose();
  return texture;
}
