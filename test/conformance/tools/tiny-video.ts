/** One second of video with sound, as small as it can be: 16 by 16 points of gray and a tone, in an MP4 file. */

import { gunzipSync } from 'node:zlib';

/** Compressed once more, since most of such a file is its tables. */
const GZIPPED = [
  'H4sIAAAAAAACA72Ve1gTVxbA7wSQ9xqECLhZGzBUCYo0lYdVIDzsBxqqH0J4LKkEEjAlITETAlKV8OrykK3yZXWRl3yLKCIRFcHUUpR1K9RCrFZY',
  'FpWHAivsQguysIjM3klCjdT67f6z8+XMPffcM+fcc+5vJgAAcoL0oJiPioQAEAA+QqELxVveAwCYJEh4PACM1gi5HClCCb1wN+w+rfX3X478qYIe',
  'bLXKkRqUnShgF12Sea4eilQ6FYxs+rUwgfzboHHhn081fm6L7r75KU1xv+3AysGx7eriH5tnSEJlny2tW8HKdy4uOdrBbNwV2BgcqAj222BnT3Rz',
  'e+9KwnBgQVRI6Yko3v//NwAAcgUQjeHQtNqI3PQSWVv21wyTXVVHd1XlDzRjfdjk3HTdqSfUcewsdg+bnJ/5WvnJ2O5F38WTi63q6KF9q6qx23BB',
  'vXCw+yw5LNo+Vc6yTx3a6hjWefHjlvR7SUfvraf+46OW5qQ+6rO9pG33u55Pt2yfRD86W1GRYnj54PeppbXRe0UWfL7ojGy1gna+wKtjPSE7+vnV',
  'xOBecxGKtvhuuzvdMjW/vVKBBTasTa2Y9w71OZb2tN/lQ9FIdVNS6elvZu4M2jD/2BC1p6KpKDAzMzP/Y2pesUPvo67ZOeX6G4jdVCGhp/Vi32Kl',
  '+uXEXPdJyURwuRNz/Hrt9VPGczsPDxrPIQ4ODZaTk6dXyn8zi2BHb/aLV/4QO5Fls2C3bcIPyzY+POi3aGdbJvcyX2OTQW5TZ4in0pgnfAsSjAg3',
  'N9QDSq00K+dGgnlue45dodxVwbC2ZIjBPP1YrNXcH9TYMDaJXYwaPcGeXZifnS4fV24r+1FtH8UWGObkPKU6PR7bk7lQM8fc6XKcWbCjtz237Wbc',
  'GLhEbKslDigi2y/nIkSj7ncbKCXEayH+T/3NgdE9gLh5gX/R82D8UjU2il3EjjRWdzxZiBhVpg4rk9zVTUzlxiS2KZtQdIsi8LAW5u3Ycto68lr4',
  'usiwLMbG46GI+PIO/yrKaYR4t4puwQ0wMQgm5Z2PQaRy03PpWUochn0ET/CDJkXZJDafMYv19FUmy062np9Be0oOffNl0165cTnadfBvoURfk1bL',
  'odyg837xhM9iz4V5HI80Kpbv8OdIC3KzMhkG9FurTP2KKAxTkuMlkqmcpiAB89wYMKfdfwa2e7H/xYxr2hOXyr+kd4+l9NTdeXxl87u/uzM8tXW0',
  '4ghvnfWjCdHjGxdIobTaqlBna7Nc/0AbJA4xzKtmb1CuMssCFhZPWa6wKOIKuvOZkrgBBABXkhih0QuHrI6Fs7GXrYv95F0qp+riwHySa+rmgC/m',
  'G59/36UcuMB4P3bfg6IZ/rOAD66fqPd2p381/uDzEObYxFfb0z/hHe6pI9N4kn3QFBHx6FDad+GPvHvqSA9qVJvHbps19lDGvi4oPGM7k+pa7+3c',
  'WqdK4T+rLY+sD/w0yseF5V5VsPNBzRclvijpbFtNSuqmCGvEKFhOqwbBh9IGw28Xz8SlX0M+pBeOvF+p7rk6FnOSmu8YdNwK9PiwykYePtnD22/R',
  '6ZZ8IObfrH6PUdIKVgm8G/zT02PUIdslpFPVHnu4ZiSlPTYg5NvxYzdexEx/MLrFhK8qR08ZuqvpD0cevoBPQlNSJQ1OPlNN1XcJ2+Gkt1NliQ7z',
  'y/rKInxYJZ0qs2wX5sjDIdVUY0ez1zk6vG+1sI9OFnYFrGCVlqIwtDZByLfNDpmWnp7wy1gmFIlk8EspEMr2c8Frl8HfNQJPANE3I697LZ8zwFsv',
  'A/iVTpdKOElQj5EmaXIa/Dwanvvted6Yl6gTAKg8rhSFI5knQKWvntDF1TyLTAm5fA5UKELu8toZGgm/pZls2s8VSJZWZHwuT9+TBeeiIE4yV8DD',
  'fZByIT85ASo2MqEmqP42qVztGpkr4SXolWGRIhFQtDrCRqVxAqj3olKUq+fTAf/SZL/QCrxoIgiCY9CShxmTI4unCMW8xC1vPgg7DIP33TyUi2oa',
  'LpfLfWBgQzi6Uaw0Jku8C9eMoGUtjNiA7+5qvrU2PUIBt4ryAAnkEGziV0AXhIBvQ8xBxboN4mITJ5Vou68LhidGpZqTWSoEPofXDmxgwfp2XMjQ',
  'Fr/Mpr+WrlcQQXf2xtoc8aJXduRXcAOOUD3wFvIIbyAPQf534t9CnuESec9+mbx3YLh1jDeRh4pSkvU998I5V488hY48Iip8Leh/Q12kjrojy6hL',
  'htRxflY2QfuSvaOt3EOfISe4iDNkyyBpFteF4oIzZETKYw2Dn1B5hYbOB2+HHhq4j4mmZdr24bk26OFAWIYDPjfU6V7L0DCFMgTlOyipUGJxBKCw',
  'oeDVVUO5okXqJ2xwNDbCcBB9A2eor0ETxVw8uEQkECzl17xDZDQuEYd+aQXRZcRH7xSuFM/gLuRJl/rooH+oEAQJRywW6B+sCR+S8x/xz7Jr2goA',
  'AA==',
].join('');

export function tinyVideo(): Uint8Array {
  return gunzipSync(Buffer.from(GZIPPED, 'base64'));
}
