export const colours = {
  red: '#c8102e', blue: '#1f4fa3', navy: '#1b2a4a', black: '#17181b', white: '#f3f4f2', silver: '#b9bec4', grey: '#5d636b', green: '#2f7d3b', olive: '#5b6140', sand: '#c9b489',
  orange: '#f0641e', yellow: '#f2c21a', teal: '#1a8a8a', burgundy: '#6d1a2c', mint: '#a9d8c3', cream: '#ece3cf', lime: '#a6ce39', sky: '#6fb1e0', purple: '#5a3a86', bronze: '#8c6a43',
};
