___TERMS_OF_SERVICE___

By creating or modifying this file you agree to Google Tag Manager's Community
Template Gallery Developer Terms of Service available at
https://developers.google.com/tag-manager/gallery-tos (or such other URL as
Google may provide), as modified from time to time.


___INFO___

{
  "type": "TAG",
  "id": "cvt_temp_public_id",
  "version": 1,
  "securityGroups": [],
  "displayName": "Visitor choices (self-hosted consent banner)",
  "categories": ["TAG_MANAGEMENT", "UTILITY"],
  "brand": {
    "id": "brand_dummy",
    "displayName": "Consent"
  },
  "description": "Loads the consent banner from your own server. All consent types are denied by default. Each decision updates Google's consent state before its event is sent.",
  "containerContexts": [
    "WEB"
  ]
}


___TEMPLATE_PARAMETERS___

[
  {
    "type": "LABEL",
    "name": "trigger",
    "displayName": "Fire this tag only on the trigger Consent Initialization - All Pages. In the template's permissions, replace https://consent.example with the address of your server."
  },
  {
    "type": "TEXT",
    "name": "server",
    "displayName": "Your server",
    "help": "The origin of the service, such as https://consent.example",
    "valueHint": "https://consent.example",
    "simpleValueType": true,
    "alwaysInSummary": true,
    "valueValidators": [
      {
        "type": "REGEX",
        "args": ["^https://[^/?#]+/?$"],
        "errorMessage": "Enter an address that begins with https:// and has no path."
      }
    ]
  },
  {
    "type": "TEXT",
    "name": "domain",
    "displayName": "Domain ID",
    "help": "The value of data-domain in the install tag.",
    "valueHint": "0197f0a0-0000-7000-8000-000000000004",
    "simpleValueType": true,
    "alwaysInSummary": true,
    "valueValidators": [
      {
        "type": "REGEX",
        "args": ["^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"],
        "errorMessage": "Enter an ID of 36 characters, such as 0197f0a0-0000-7000-8000-000000000004."
      }
    ]
  },
  {
    "type": "TEXT",
    "name": "waitForUpdate",
    "displayName": "How long Google's tags wait for a stored decision, in milliseconds",
    "help": "At least 500.",
    "defaultValue": 500,
    "simpleValueType": true,
    "valueValidators": [
      {
        "type": "POSITIVE_NUMBER"
      }
    ]
  },
  {
    "type": "CHECKBOX",
    "name": "urlPassthrough",
    "checkboxText": "Pass information about ad clicks through URLs (url_passthrough)",
    "simpleValueType": true
  },
  {
    "type": "CHECKBOX",
    "name": "adsDataRedaction",
    "checkboxText": "Redact ad data while ad_storage is denied (ads_data_redaction)",
    "simpleValueType": true
  }
]


___SANDBOXED_JS_FOR_WEB_TEMPLATE___

const copyFromWindow = require('copyFromWindow');
const encodeUriComponent = require('encodeUriComponent');
const gtagSet = require('gtagSet');
const injectScript = require('injectScript');
const logToConsole = require('logToConsole');
const makeInteger = require('makeInteger');
const queryPermission = require('queryPermission');
const setDefaultConsentState = require('setDefaultConsentState');
const setInWindow = require('setInWindow');
const updateConsentState = require('updateConsentState');

const MIN_WAIT = 500;

// If the page contains the install tag or its stub, that has already set the default state. A variable
// of the page with the same name is neither: the banner's script replaces it.
const present = copyFromWindow('consent');
const isOurs = present && (present.q || (present.version && present.onChange));
if (isOurs || copyFromWindow('consentGtm')) {
  data.gtmOnSuccess();
  return;
}

if (data.urlPassthrough) gtagSet('url_passthrough', true);
if (data.adsDataRedaction) gtagSet('ads_data_redaction', true);

const wait = makeInteger(data.waitForUpdate);
setDefaultConsentState({
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
  functionality_storage: 'denied',
  personalization_storage: 'denied',
  security_storage: 'granted',
  wait_for_update: wait > MIN_WAIT ? wait : MIN_WAIT
});

// The banner script calls this function instead of gtag. Its default state and settings are ignored,
// because this tag has set them. Updates are applied before the script sends the event.
setInWindow('consentGtm', (command, kind, state) => {
  if (command === 'consent' && kind === 'update') updateConsentState(state);
}, true);

const server = data.server.charAt(data.server.length - 1) === '/' ? data.server : data.server + '/';
const url = server + 'v1/public/banner.js?domain=' + encodeUriComponent(data.domain);

if (queryPermission('inject_script', url)) {
  injectScript(url, data.gtmOnSuccess, data.gtmOnFailure, url);
} else {
  logToConsole('Visitor choices: the template is not allowed to load ' + url + '. Add your server to its permission "Injects scripts".');
  data.gtmOnFailure();
}


___WEB_PERMISSIONS___

[
  {
    "instance": {
      "key": {
        "publicId": "access_consent",
        "versionId": "1"
      },
      "param": [
        {
          "key": "consentTypes",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ad_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ad_user_data"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ad_personalization"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "analytics_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "functionality_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "personalization_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "security_storage"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "access_globals",
        "versionId": "1"
      },
      "param": [
        {
          "key": "keys",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "consent"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "consentGtm"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "inject_script",
        "versionId": "1"
      },
      "param": [
        {
          "key": "urls",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 1,
                "string": "https://consent.example/*"
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "logging",
        "versionId": "1"
      },
      "param": [
        {
          "key": "environments",
          "value": {
            "type": 1,
            "string": "debug"
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "write_data_layer",
        "versionId": "1"
      },
      "param": [
        {
          "key": "keyPatterns",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 1,
                "string": "url_passthrough"
              },
              {
                "type": 1,
                "string": "ads_data_redaction"
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  }
]


___TESTS___

scenarios:
- name: All consent types are denied, then the banner is loaded
  code: |-
    mock('copyFromWindow', () => undefined);
    mock('injectScript', (address, done) => done());
    runCode(filled());
    assertApi('setDefaultConsentState').wasCalledWith({
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
      analytics_storage: 'denied',
      functionality_storage: 'denied',
      personalization_storage: 'denied',
      security_storage: 'granted',
      wait_for_update: 500
    });
    assertApi('injectScript').wasCalled();
    assertApi('updateConsentState').wasNotCalled();
    assertApi('gtagSet').wasNotCalled();
    assertApi('gtmOnSuccess').wasCalled();
- name: The script is loaded from the server, with the domain ID
  code: |-
    let loaded;
    mock('copyFromWindow', () => undefined);
    mock('injectScript', (address, done) => {
      loaded = address;
      done();
    });
    runCode(filled({server: 'https://consent.example/'}));
    assertThat(loaded).isEqualTo(ADDRESS);
    runCode(filled());
    assertThat(loaded).isEqualTo(ADDRESS);
- name: Updates are passed to Tag Manager, but a second default is not
  code: |-
    let hand;
    mock('copyFromWindow', () => undefined);
    mock('injectScript', () => {});
    mock('setInWindow', (name, value) => {
      if (name === 'consentGtm') hand = value;
      return true;
    });
    runCode(filled());
    hand('consent', 'default', {ad_storage: 'denied'});
    hand('set', 'url_passthrough', true);
    assertApi('updateConsentState').wasNotCalled();
    hand('consent', 'update', {ad_storage: 'granted'});
    assertApi('updateConsentState').wasCalledWith({ad_storage: 'granted'});
    assertApi('gtmOnSuccess').wasNotCalled();
- name: Nothing is loaded on a page that contains the install tag or its stub
  code: |-
    mock('copyFromWindow', (name) => name === 'consent' ? {q: []} : undefined);
    runCode(filled());
    assertApi('setDefaultConsentState').wasNotCalled();
    assertApi('injectScript').wasNotCalled();
    assertApi('gtmOnSuccess').wasCalled();
- name: A variable of the page with the same name is neither the tag nor its stub
  code: |-
    let value;
    let loaded = 0;
    mock('copyFromWindow', (name) => name === 'consent' ? value : undefined);
    mock('injectScript', () => loaded++);
    const values = [true, 'granted', {version: 1, ads: true}, () => {}];
    for (let at = 0; at < values.length; at++) {
      value = values[at];
      runCode(filled());
    }
    assertThat(loaded).isEqualTo(values.length);
    assertApi('setDefaultConsentState').wasCalled();
- name: Nothing is loaded once the install tag has run
  code: |-
    mock('copyFromWindow', (name) => name === 'consent' ? {version: 1, onChange: () => {}} : undefined);
    runCode(filled());
    assertApi('setDefaultConsentState').wasNotCalled();
    assertApi('injectScript').wasNotCalled();
    assertApi('gtmOnSuccess').wasCalled();
- name: A second tag from this template does nothing
  code: |-
    mock('copyFromWindow', (name) => name === 'consentGtm' ? () => {} : undefined);
    runCode(filled());
    assertApi('setDefaultConsentState').wasNotCalled();
    assertApi('gtmOnSuccess').wasCalled();
- name: The settings are applied, with a wait of at least 500 milliseconds
  code: |-
    mock('copyFromWindow', () => undefined);
    mock('injectScript', () => {});
    let state;
    mock('setDefaultConsentState', (given) => {
      state = given;
    });
    runCode(filled({urlPassthrough: true, adsDataRedaction: true, waitForUpdate: '100'}));
    assertApi('gtagSet').wasCalledWith('url_passthrough', true);
    assertApi('gtagSet').wasCalledWith('ads_data_redaction', true);
    assertThat(state.wait_for_update).isEqualTo(500);
    runCode(filled({waitForUpdate: '2000'}));
    assertThat(state.wait_for_update).isEqualTo(2000);
- name: The tag fails if the script cannot be loaded
  code: |-
    mock('copyFromWindow', () => undefined);
    mock('injectScript', (address, done, failed) => failed());
    runCode(filled());
    assertApi('gtmOnFailure').wasCalled();
- name: Without permission, nothing is loaded and all consent types stay denied
  code: |-
    mock('copyFromWindow', () => undefined);
    mock('queryPermission', () => false);
    runCode(filled({server: 'https://elsewhere.example'}));
    assertApi('setDefaultConsentState').wasCalled();
    assertApi('injectScript').wasNotCalled();
    assertApi('gtmOnFailure').wasCalled();
    assertApi('gtmOnSuccess').wasNotCalled();
setup: |-
  const ADDRESS = 'https://consent.example/v1/public/banner.js?domain=0197f0a0-0000-7000-8000-000000000004';
  const filled = (others) => {
    const fields = {
      server: 'https://consent.example',
      domain: '0197f0a0-0000-7000-8000-000000000004',
      waitForUpdate: '500'
    };
    for (let name in others || {}) fields[name] = others[name];
    return fields;
  };


___NOTES___

The banner and this template are licensed under the Apache License 2.0.
