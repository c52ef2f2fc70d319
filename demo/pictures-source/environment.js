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
      float floorLight = mix(0.16, 0.4, smoothstep(0.0, -0.8, up));
      float wall = mix(0.06, 0.34, smoothstep(0.1, 0.9, up));
      gl_FragColor = vec4(vec3(up < 0.0 ? mix(0.05, floorLight, smoothstep(0.0, -0.16, up)) : wall), 1.0);
    }`,
  }));
  room.add(sky);
  lamp(6.5, [0.2, 6, -0.4], [9, 3.4]); // overhead
  lamp(5, [0.5, 4.8, -7], [11, 1.2]); // high, behind the camera: the line of light along the flank
  lamp(4, [8, 2.6, -1.6], [2.2, 5.2]); // tall strip ahead
  lamp(3, [-8, 2.8, -1.2], [2, 5]); // tall strip behind
  lamp(4.5, [-3, 3.6, 7.5], [7, 2.2]); // back light
  lamp(0.9, [0, 2.2, 11], [26, 6.5]); // a pale backdrop: edges that turn away mirror it, as they would in front of white paper
  lamp(0.8, [0, 1.1, -9], [14, 1.8]); // low fill from the camera
  lamp(6, [-4.6, 1.7, -7], [0.7, 4.4]); // two narrow strips beside the camera: streaks on forks, pipes and covers
  lamp(5, [5.2, 1.7, -6.6], [0.7, 4.4]);
  const maker = new THREE.PMREMGenerator(renderer);
  const { texture } = maker.fromScene(room, 0.012, 0.1, 60, { size: 512 });
  maker.dispose();
  return texture;
}
